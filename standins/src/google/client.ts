import type { Callbacks } from '#oauth/callbacks.ts'

/** A client registered with Google. */
export type Client = {
  clientId: string
  clientSecret: string
  name: string
  callbacks: Callbacks
}

/** The client used without real Google credentials. */
export const localClient: Client = {
  clientId: 'gitferry-local',
  clientSecret: 'gitferry-local-secret',
  name: 'Gitferry',
  callbacks: ['http://127.0.0.1/auth/v1/callback'],
}
