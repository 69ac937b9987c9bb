import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { networkOf } from '#limits/network.ts'

type Needs = Pick<Identity, 'digests'>

const PURPOSE = 'known device'

/** A device is a network and a user agent. Only its keyed digest is stored. */
export const deviceHash = ({ digests }: Needs, client: Client): string =>
  digests.digest(describe(client), PURPOSE)

/** Digests under every key, so that devices stay known when keys are rotated. */
export const deviceHashes = ({ digests }: Needs, client: Client): string[] =>
  digests.candidates(describe(client), PURPOSE)

/** Browsers update themselves every few weeks and stay the same device, so versions are left out. */
const describe = ({ address, userAgent }: Client) =>
  `${networkOf(address)}|${userAgent.replace(/[\d._]+/g, '')}`
