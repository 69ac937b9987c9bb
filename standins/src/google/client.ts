import type { Callbacks } from '#oauth/callbacks.ts'

/** A program that its makers told Google about. */
export type Client = {
  clientId: string
  clientSecret: string
  name: string
  callbacks: Callbacks
}

/** What the product uses as long as nobody registered it with the real Google. */
export const localClient: Client = {
  clientId: 'gitferry-local',
  clientSecret: 'gitferry-local-secret',
  name: 'Gitferry',
  callbacks: ['http://127.0.0.1/auth/v1/callback'],
}
