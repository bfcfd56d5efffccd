import { startSimulator, type Simulator, type SimulatorOptions } from './index';

/** Options of every tenant, and how the tenants differ. */
export interface TenantsOptions extends Omit<SimulatorOptions, 'port' | 'token' | 'seed'> {
	/** default 2 */
	count?: number;
	/** whether the tenants number their tickets alike, which is when they can be mixed up; default `alike` */
	ticketIds?: 'alike' | 'apart';
	/** tickets of inbox 101 of each; default 120 */
	tickets?: number;
}

const IDS_OF_A_TENANT = 100_000;

/**
 * Starts several tenants: each has its own address, token, limit and clock steps, and the same inboxes, labels and users,
 * but other tickets, whose titles say whose they are (`Tenant 2: ...`).
 */
export async function startTenants({ count = 2, ticketIds = 'alike', tickets, ...options }: TenantsOptions = {}): Promise<Simulator[]> {
	const numbers = Array.from({ length: count }, (_, place) => place + 1);
	return await Promise.all(
		numbers.map(
			async (number) =>
				await startSimulator({
					...options,
					token: `sim-token-${number}`,
					seed: {
						tickets,
						randomSeed: number,
						titleMark: `Tenant ${number}: `,
						firstTicketId: ticketIds === 'apart' ? number * IDS_OF_A_TENANT + 1 : undefined,
					},
				}),
		),
	);
}
