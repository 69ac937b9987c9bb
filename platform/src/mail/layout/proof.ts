import type { SiteLink } from './site-link.ts'

/**
 * Shows that a mailbox is somebody's. Link and code do the same, once. No name goes with it: whoever
 * signs up chooses that, and the reader may be a stranger.
 */
export type Proof = { link: SiteLink; code: string; validForS: number }
