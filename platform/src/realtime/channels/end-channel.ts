import type { ChannelNeeds } from './needs.ts'
import { untrack } from './presence.ts'
import type { Channel } from './socket.ts'

/** Forgets a channel without a word to its client. */
export function removeChannel(needs: ChannelNeeds, channel: Channel): void {
  if (channel.state === 'closed') return
  channel.state = 'closed'
  const { socket, topic } = channel
  if (socket.channels.get(topic) === channel) socket.channels.delete(topic)
  if (socket.channels.size === 0) socket.idleSinceMs = performance.now()
  channel.changes?.end()
  untrack(needs, channel)
  needs.hub.remove(channel)
}

/** Ends a channel for good: the client does not join again. */
export function endChannel(needs: ChannelNeeds, channel: Channel, reason: string): void {
  if (channel.state === 'closed') return
  channel.system('error', reason)
  closeChannel(needs, channel)
}

export function closeChannel(needs: ChannelNeeds, channel: Channel): void {
  if (channel.state === 'closed') return
  const { socket, topic, joinRef } = channel
  socket.send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} })
  removeChannel(needs, channel)
}

/** Lets the client join again, because it may have missed something. */
export function failChannel(needs: ChannelNeeds, channel: Channel): void {
  if (channel.state === 'closed') return
  const { socket, topic, joinRef } = channel
  needs.count('gap')
  socket.send({ joinRef, ref: joinRef, topic, event: 'phx_error', payload: {} })
  removeChannel(needs, channel)
}
