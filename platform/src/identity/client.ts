import { isIP } from 'node:net'

/** Where a request came from, as sessions and the audit log remember it. */
export type Client = { address: string; userAgent: string }

/** For a column of addresses: a socket that has already closed has none. */
export const ipOf = ({ address }: Client): string | null => (isIP(address) ? address : null)

/** Whoever runs a command on the machine itself. */
export const theOperator: Client = { address: '', userAgent: 'operator' }
