import { type Caller, readToken } from '#realtime/access/read-token.ts'
import { isCurrent, readRights } from '#realtime/access/rights.ts'
import type { ClientMessage } from '#realtime/wire/message.ts'
import { endChannel } from './end-channel.ts'
import { extensionsOf } from './join-channel.ts'
import type { ChannelNeeds } from './needs.ts'
import type { Channel } from './socket.ts'

/** A client's new token: the policies are asked again. */
export async function receiveToken(
  needs: ChannelNeeds,
  channel: Channel,
  { payload }: ClientMessage,
): Promise<void> {
  const token = payload.access_token
  if (typeof token !== 'string' || token === '' || token.startsWith('sb_')) return
  if (token === channel.lastToken) return
  const verdict = await readToken(needs, token)
  if ('refusal' in verdict) return endChannel(needs, channel, verdict.refusal.text)
  channel.lastToken = token
  await authorise(needs, channel, verdict.caller)
}

/** Asks the policies again; a channel that may no longer be read ends. */
export async function authorise(
  needs: ChannelNeeds,
  channel: Channel,
  caller: Caller,
): Promise<void> {
  channel.checkedMs = performance.now()
  const { config, name } = channel
  const question = { ...channel.question, caller }
  const rights = config.isPrivate
    ? await readRights(needs.db, question, extensionsOf(channel))
    : { over: !(await isCurrent(needs.db, caller)), broadcast: true, presence: true }
  if (channel.state !== 'joined') return
  if (rights.over) return endChannel(needs, channel, SESSION_ENDED)
  if (!rights.broadcast && !rights.presence) {
    return endChannel(
      needs,
      channel,
      `You no longer have permission to read from this Channel topic: ${name}`,
    )
  }
  channel.caller = caller
  channel.changes?.setCaller(caller)
  channel.reads = rights
  channel.writes = {}
}

export const SESSION_ENDED = 'Session ended'
