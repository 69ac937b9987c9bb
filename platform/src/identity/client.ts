import { isIP } from 'node:net'

/** The origin of a request, as stored in sessions and the audit log. */
export type Client = { address: string; userAgent: string }

/** null for a socket that is already closed: an `inet` column does not accept empty text. */
export const ipOf = ({ address }: Client): string | null => (isIP(address) ? address : null)

/** An operator who runs a command on the server's machine. */
export const theOperator: Client = { address: '', userAgent: 'operator' }
