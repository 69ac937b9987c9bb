import { useEffect, useState } from 'react'
import { PANEL_PORT, type ToPanels } from '#messages/messages.ts'
import { ask } from './ask.ts'

export type Overview = Awaited<ReturnType<typeof ask<'overview'>>>

/** The worker's data, refetched when it announces a change. */
export function useOverview(tabId: number | null): Overview | null {
  const [overview, setOverview] = useState<Overview | null>(null)
  const changes = useChanges()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to ask again.
  useEffect(() => {
    let isOver = false
    const look = () =>
      ask('overview', tabId).then(
        (next) => !isOver && setOverview(next),
        () => undefined,
      )
    void look()
    // The user may have connected or paid in another tab.
    addEventListener('focus', look)
    return () => {
      isOver = true
      removeEventListener('focus', look)
    }
  }, [tabId, changes])

  return overview
}

/** Counts the worker's announcements. */
export function useChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(
    () => listen((message) => message.kind === 'changed' && setChanges((count) => count + 1)),
    [],
  )
  return changes
}

/** Whether the worker waits for a press on the builder's own Download button. */
export function useIsAskedToDownload(project: string): boolean {
  const [isAsked, setAsked] = useState(false)
  useEffect(
    () =>
      listen((message) => {
        if (message.kind === 'capturing' && message.project === project) setAsked(message.isAsked)
      }),
    [project],
  )
  return isAsked
}

function listen(onMessage: (message: ToPanels) => void): () => void {
  let isOver = false
  let port: chrome.runtime.Port | null = null
  const connect = () => {
    if (isOver) return
    port = chrome.runtime.connect({ name: PANEL_PORT })
    port.onMessage.addListener(onMessage)
    // The worker was terminated. It can be called again shortly.
    port.onDisconnect.addListener(() => setTimeout(connect, 1000))
  }
  connect()

  return () => {
    isOver = true
    port?.disconnect()
  }
}
