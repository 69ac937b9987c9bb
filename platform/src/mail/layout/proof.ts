import type { SiteLink } from './site-link.ts'

/**
 * Proves that a mailbox belongs to the user, by a link or a code, once. It contains no name: at sign-up an attacker
 * could choose the text that the mailbox's owner reads.
 */
export type Proof = { link: SiteLink; code: string; validForS: number }
