// Loaded into n8n by the demo: what n8n's own Slack node sends to slack.com goes to the stand-in whose address is behind `?to=`.
import http from 'node:http';
import https from 'node:https';

const { hostname, port } = new URL(new URL(import.meta.url).searchParams.get('to'));
const { request } = https;

https.request = (options, ...others) => {
	if ((options.hostname ?? options.host) !== 'slack.com') return request(options, ...others);
	const there = { protocol: 'http:', host: hostname, hostname, port, agent: undefined, agents: undefined };
	return http.request({ ...options, ...there }, ...others);
};
