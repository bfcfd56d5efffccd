export type { Fault, FaultKind } from './Fault';
export { FaultList } from './FaultList';
export { outcomeOf } from './outcomeOf';
export { gatewayPage } from './pages';
export { RATE_LIMIT_NONSENSE } from './rateLimitNonsense';
