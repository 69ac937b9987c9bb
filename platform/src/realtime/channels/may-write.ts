import { type Extension, writeRight } from '#realtime/access/rights.ts'
import { opens } from '#tokens/client-token.ts'
import type { ChannelNeeds } from './needs.ts'
import type { Channel } from './socket.ts'

/** Whether the channel's caller may send; policies are asked once until the token changes. */
export async function mayWrite(
  { db }: ChannelNeeds,
  channel: Channel,
  extension: Extension,
): Promise<boolean> {
  if (!opens(channel.caller.claims, 'sync:write')) return false
  if (!channel.config.isPrivate) return true
  channel.writes[extension] ??= writeRight(db, channel.question, extension)
  try {
    return await channel.writes[extension]
  } catch (error) {
    // Asked again at the next message.
    delete channel.writes[extension]
    throw error
  }
}
