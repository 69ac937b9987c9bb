import type { Context } from 'hono'
import type { Files } from '#files/files.ts'
import type { RequestContext } from '#http/frame/context.ts'
import type { Log } from '#log/log.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import type { Tokens } from '#tokens/open-tokens.ts'

export type StorageNeeds = {
  files: Files
  tokens: Tokens
  apiKeys: ApiKeys
  log: Log
  countBytes: (direction: 'in' | 'out', bytes: number) => void
  /** The answer of `/version`. */
  appName: string
}

export type StorageContext = Context<RequestContext>

export type Answer = (c: StorageContext) => Promise<Response> | Response
