import { AsyncResource } from 'node:async_hooks'

type Listener = { onNotification: (payload: string) => void; onGap: () => void }

/** The listeners of each channel. */
export function listeners() {
  const byChannel = new Map<string, Set<Listener>>()

  return {
    channels: () => [...byChannel.keys()],
    add(
      channel: string,
      onNotification: Listener['onNotification'],
      onGap: Listener['onGap'] = () => {},
    ) {
      // Notifications arrive during another request's query, so they get an async context of their own.
      const listener = {
        onNotification: AsyncResource.bind(onNotification),
        onGap: AsyncResource.bind(onGap),
      }
      const those = byChannel.get(channel) ?? new Set()
      byChannel.set(channel, those.add(listener))

      return () => {
        those.delete(listener)
      }
    },
    notify({ channel, payload = '' }: { channel: string; payload?: string | undefined }) {
      for (const { onNotification } of byChannel.get(channel) ?? []) onNotification(payload)
    },
    notifyGap() {
      for (const those of byChannel.values()) for (const { onGap } of those) onGap()
    },
  }
}

export type Listeners = ReturnType<typeof listeners>
