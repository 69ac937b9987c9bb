import { type AuthOptions, startAuthOn } from '@app/platform/test/auth-server.ts'
import { startTestServer } from '#test/test-server.ts'

/** The product behind real HTTP, and what a test wants to know about its identity service. */
export const startAuth = (options?: AuthOptions) => startAuthOn(startTestServer, options)

export type AuthServer = Awaited<ReturnType<typeof startAuth>>
