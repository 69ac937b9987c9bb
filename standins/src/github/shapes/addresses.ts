import type { GithubNeeds } from '#github/memory/needs.ts'

/** Where this GitHub is; answers are full of links to it. */
export type Addresses = { web: string; api: string }

export const addressesOf = ({ addresses }: GithubNeeds): Addresses => ({
  web: addresses.http,
  api: addresses.api ?? '',
})
