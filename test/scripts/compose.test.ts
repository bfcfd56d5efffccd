import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPOSE_FOLDER, readCompose } from '../e2e/compose';

const VARIABLES = { PACKAGE_FILE: './package.tgz', POSTGRES_PASSWORD: 'secret', N8N_ENCRYPTION_KEY: 'key' };
/** What the Compose specification allows in a service, as far as it is used here. */
const SERVICE_KEYS = [
	'command',
	'depends_on',
	'deploy',
	'entrypoint',
	'environment',
	'healthcheck',
	'image',
	'ports',
	'restart',
	'volumes',
];
const HOST_SETTINGS = { DB_POSTGRESDB_HOST: 'postgres', QUEUE_BULL_REDIS_HOST: 'redis' };

describe('the compose file of examples/queue-mode', () => {
	const { services, volumes } = readCompose(VARIABLES);
	const all = Object.entries(services);

	it('has PostgreSQL, Redis, one main process and workers', () => {
		expect(Object.keys(services).sort()).toEqual(['install', 'main', 'postgres', 'redis', 'worker']);
		expect(services.worker.deploy?.replicas).toBeGreaterThan(1);
		expect(services.main.deploy).toBeUndefined();
	});

	it.each(all)('%s has known keys, an image with a version, and volumes that exist', (_name, service) => {
		expect(SERVICE_KEYS).toEqual(expect.arrayContaining(Object.keys(service)));
		expect(service.image).toMatch(/:\d[\w.-]*$/);
		const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '').filter((name) => !/[./]/.test(name));
		expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
	});

	it.each(all)('%s waits for services that can say that they are ready', (_name, { depends_on = {} }) => {
		for (const [name, { condition }] of Object.entries(depends_on)) {
			const needed = services[name as keyof typeof services];
			if (condition === 'service_healthy') expect(needed.healthcheck?.test[0]).toBe('CMD');
			else expect([condition, needed.restart]).toEqual(['service_completed_successfully', undefined]);
		}
	});

	it('gives main and the workers the same n8n, settings and user folder, with the package installed before they start', () => {
		const { main, worker, install } = services;
		expect([worker.image, worker.environment, worker.volumes]).toEqual([main.image, main.environment, main.volumes]);
		expect(install.image).toBe(main.image);
		expect(install.volumes).toEqual(expect.arrayContaining(main.volumes ?? []));
		for (const { depends_on } of [main, worker]) expect(Object.keys(depends_on ?? {})).toContain('install');
		expect(main.environment).toMatchObject({ ...HOST_SETTINGS, EXECUTIONS_MODE: 'queue', DB_TYPE: 'postgresdb' });
	});

	it('is reached from its own machine only', () => {
		expect(services.main.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
		for (const [name, { ports }] of all) if (name !== 'main') expect(ports).toBeUndefined();
	});

	it('needs what .env.example names, and nothing else', () => {
		const example = readFileSync(join(COMPOSE_FOLDER, '.env.example'), 'utf8');
		const named = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
		expect(named.sort()).toEqual([...Object.keys(VARIABLES), 'GENERIC_TIMEZONE'].sort());
		for (const name of Object.keys(VARIABLES)) {
			expect(() => readCompose({ ...VARIABLES, [name]: undefined } as never)).toThrow(name);
		}
	});

	it('names the package as its README does, without a version that the next release would leave behind', () => {
		const read = (file: string) => readFileSync(join(COMPOSE_FOLDER, file), 'utf8');
		const file = /^PACKAGE_FILE=\.\/(.*)$/m.exec(read('.env.example'))?.[1];
		expect(read('README.md')).toContain(`\`${file}\``);
		expect(file).not.toMatch(/\d\.\d/);
	});

	it('runs the n8n that the tests run', () => {
		const pin = readFileSync(join(__dirname, '../../scripts/n8n-host/package.json'), 'utf8');
		expect(services.main.image.split(':')[1]).toBe((JSON.parse(pin) as { version: string }).version);
	});
});
