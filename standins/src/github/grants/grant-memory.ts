import { join } from 'node:path'
import { type Memory, openMemory } from '#runtime/memory.ts'

/** Authorization code, to be exchanged for a token. */
export type Code = {
  code: string
  clientId: string
  personId: number
  callback: string
  /** PKCE's challenge, if the program began with one. */
  challenge: string | null
  scopes: string[]
  issuedAt: number
}

export type Token = {
  accessToken: string
  clientId: string
  personId: number
  scopes: string[]
  issuedAt: number
  /** null: it does not expire, and there is nothing to renew it with. */
  renewal: { refreshToken: string; accessUntil: number; refreshUntil: number } | null
}

/** A person's authorization of a program; survives its tokens. */
export type Grant = {
  id: number
  clientId: string
  personId: number
  scopes: string[]
  grantedAt: number
}

export type GrantState = {
  grants: Grant[]
  codes: Code[]
  tokens: Token[]
  nextGrantId: number
  /** Client ids of suspended programs. */
  suspended: string[]
}

export type GrantMemory = Memory<GrantState>

export const openGrants = (folder: string, fresh = noGrants): GrantMemory =>
  openMemory(join(folder, 'grants.json'), fresh)

const noGrants = (): GrantState => ({
  grants: [],
  codes: [],
  tokens: [],
  nextGrantId: 1,
  suspended: [],
})
