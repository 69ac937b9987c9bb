import type { TemporaryClone } from '@app/contract/private-import-replies'
import { useEffect, useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import type { ImportService } from './import-service.ts'

const ASK_EVERY_MS = 1000

/** A copy's state from the server, polled every second while it changes. */
export type WatchedCopy = {
  clone: TemporaryClone
  /** How far the server's clock is ahead of the local one. */
  aheadMs: number
  /** The last poll failed. */
  isUnheard: boolean
}

export function useCopy(service: ImportService, cloneId: string | null): WatchedCopy | null {
  const { host } = useSurroundings()
  const [copy, setCopy] = useState<WatchedCopy | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a service is a value of the rendering; the copy decides.
  useEffect(() => {
    if (cloneId === null) return
    let isOver = false
    void watch(cloneId)
    return () => {
      isOver = true
    }

    async function watch(id: string) {
      while (!isOver) {
        const answer = await service.read(id).catch(() => 'unheard' as const)
        if (isOver) return
        if (answer === 'unheard') setCopy((known) => known && { ...known, isUnheard: true })
        else if (answer) {
          const { clone, serverNow } = answer
          setCopy((known) => ({
            clone,
            aheadMs: serverNow === null ? (known?.aheadMs ?? 0) : serverNow - host.now(),
            isUnheard: false,
          }))
          if (isSettled(clone)) return
        }
        await host.wait(ASK_EVERY_MS)
      }
    }
  }, [cloneId])

  return copy?.clone.id === cloneId ? copy : null
}

export const isSettled = ({ status, deleted_at }: TemporaryClone): boolean =>
  status === 'deleted' || (status === 'failed' && deleted_at !== null)
