import { send } from './send.ts'
import { redeemByHash } from './steps-mail.ts'
import type { World } from './world.ts'

const MOST = 4

/** Whatever a revocation ended is tried once, over the public interface, and has to be refused. */
export async function tryWhatEnded(world: World): Promise<void> {
  const sessions = [...world.sessions.values()].filter(({ ended, isProbed }) => ended && !isProbed)
  for (const session of sessions.slice(0, MOST)) {
    session.isProbed = true
    const { actor } = session
    const refresh_token = session.refresh.at(-1)
    await send(world, { actor, session, path: '/user' })
    await send(world, {
      actor,
      session,
      path: '/token?grant_type=refresh_token',
      body: { refresh_token },
    })
  }

  const mails = world.mails.filter(
    ({ ended, used, isProbed, link, owner }) =>
      ended && used === null && !isProbed && link && owner,
  )
  for (const mail of mails.slice(0, MOST)) {
    mail.isProbed = true
    if (mail.owner) await redeemByHash(world, mail.owner, mail)
  }
}
