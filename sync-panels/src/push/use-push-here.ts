import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { PushNeeds } from '#push-service/journaled-push.ts'
import type { DirectPushService } from '#push-service/push-service.ts'
import type { PushService, PushState } from '#service/push-state.ts'

/** The push service of an environment that works in its own page. It ends when the project is no longer shown. */
export function usePushHere(needs: PushNeeds): PushService
export function usePushHere(needs: PushNeeds | null): PushService | null
export function usePushHere(needs: PushNeeds | null): PushService | null {
  const latest = useRef(needs)
  useLayoutEffect(() => {
    latest.current = needs
  })
  const projectId = needs?.project.id
  const service = useMemo(() => {
    if (projectId === undefined) return null
    return loadedLater(() => {
      if (latest.current?.project.id !== projectId) throw new Error('the project was closed')
      return latest.current
    })
  }, [projectId])
  useEffect(() => () => service?.close(), [service])

  return service
}

/** The engine is downloaded when a push is opened. */
function loadedLater(needs: () => PushNeeds): PushService & { close: () => void } {
  let opening: Promise<DirectPushService> | null = null
  let opened: DirectPushService | null = null
  const watchers = new Set<(state: PushState) => void>()
  const tell = (state: PushState) => {
    for (const onState of watchers) onState(state)
  }

  const open = (): Promise<DirectPushService> => {
    opening ??= import('#push-service/push-service.ts').then(
      (module) => {
        opened = new module.DirectPushService(needs)
        opened.watch(tell)
        return opened
      },
      (error) => {
        // The next press retries the download.
        opening = null
        throw error
      },
    )
    return opening
  }
  const ask = (work: (service: DirectPushService) => void) => {
    open().then(work, () => tell(NOT_LOADED))
  }

  return {
    review: (choice) => ask((service) => service.review(choice)),
    push: (digest, answers) => ask((service) => service.push(digest, answers)),
    goOn: () => ask((service) => service.goOn()),
    openPullRequest: (draft) => ask((service) => service.openPullRequest(draft)),
    reset: () => ask((service) => service.reset()),
    pushIdle: async (linked, branch) => (await open()).pushIdle(linked, branch),
    running: async () => (await open()).running(),
    cancel: () => opened?.cancel(),
    watch(onState) {
      watchers.add(onState)
      return () => watchers.delete(onState)
    },
    contentOf: async (sha) => (await open()).contentOf(sha),
    close: () => opened?.close(),
  }
}

const NOT_LOADED: PushState = {
  step: 'choose',
  failure: { error: { code: 'offline', facts: {} }, at: 'comparing' },
}
