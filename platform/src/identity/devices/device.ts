import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { networkOf } from '#limits/network.ts'

type Needs = Pick<Identity, 'digests'>

const PURPOSE = 'known device'

/** A device is a network and a user agent. Only its keyed digest is stored. */
export const deviceHash = ({ digests }: Needs, client: Client): string =>
  digests.digest(describe(client), PURPOSE)

/** Digests under every key, so that devices stay known after a key rotation. */
export const deviceHashes = ({ digests }: Needs, client: Client): string[] =>
  digests.candidates(describe(client), PURPOSE)

/** Browsers update every few weeks, so versions are ignored and the device stays the same. */
const describe = ({ address, userAgent }: Client) =>
  `${networkOf(address)}|${userAgent.replace(/[\d._]+/g, '')}`
