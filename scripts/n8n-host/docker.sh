#!/bin/sh
# Runs n8n in a Docker image as if it were a program of this machine: docker.sh IMAGE start. With this machine's network, so that n8n
# and the simulated service find each other, and with the folder at the path that it has here.
image=$1
shift
env | grep -E '^(N8N_|DB_|EXECUTIONS_|GENERIC_)' > "$N8N_USER_FOLDER/docker.env"
exec docker run --rm --init --network host --user "$(id -u):$(id -g)" --volume "$N8N_USER_FOLDER:$N8N_USER_FOLDER" --env-file "$N8N_USER_FOLDER/docker.env" "$image" "$@"
