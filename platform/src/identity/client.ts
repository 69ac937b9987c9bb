import { isIP } from 'node:net'

/** Where a request came from, as sessions and the audit log remember it. */
export type Client = { address: string; userAgent: string }

/** null for a socket that has already closed: an `inet` column takes no empty text. */
export const ipOf = ({ address }: Client): string | null => (isIP(address) ? address : null)

/** An operator who runs a command on the server's machine. */
export const theOperator: Client = { address: '', userAgent: 'operator' }
