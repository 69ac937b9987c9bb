import { type AuthOptions, startAuthOn } from '@app/platform/test/auth-server.ts'
import { startTestServer } from '#test/test-server.ts'

/** The product over real HTTP, with what tests read from identity. */
export const startAuth = (options?: AuthOptions) => startAuthOn(startTestServer, options)

export type AuthServer = Awaited<ReturnType<typeof startAuth>>
