import type { GithubNeeds } from '#github/needs.ts'
import type { Addresses } from './user-shapes.ts'

/** Where this GitHub is; answers are full of links to it. */
export const addressesOf = ({ addresses }: GithubNeeds): Addresses => ({
  web: addresses.http,
  api: addresses.api ?? '',
})
