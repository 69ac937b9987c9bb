import { startProxy } from './proxy.ts'

/** A proxy to a server; when silent, it keeps every connection open and forwards nothing. */
export async function silentProxy(target: string) {
  let isSilent = false
  const { url, sockets } = await startProxy(target, (near, far) => {
    if (isSilent) return
    near.pipe(far)
    far.pipe(near)
  })

  return {
    url,
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Applies to new connections; the old ones stay silent. */
    speak: () => {
      isSilent = false
    },
  }
}
