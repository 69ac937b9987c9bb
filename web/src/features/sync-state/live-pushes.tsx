import { toasts } from '@app/ui/toaster.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { refreshAfterPush } from '#api/github/refresh-after-push.ts'
import { appliedStore, joinedStore, MEMBER_TOPIC, pollEvery } from '#api/live/topics.ts'
import { fetchNewPushes, type NewPush } from '#api/projects/sync-history.ts'
import { historyPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { watchPushes } from './watch-pushes.ts'

/** The newest push that each member's tab has seen. A reopened screen continues from there. */
const seenBy = new WeakMap<QueryClient, { newest: string | null | undefined }>()

/** Shows pushes that arrive while the page is open, and reloads affected data. Renders nothing. */
export function LivePushes() {
  const client = useQueryClient()
  const tell = useTellOfPushes()
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })

  useEffect(() => {
    const seen = seenBy.get(client) ?? { newest: undefined }
    seenBy.set(client, seen)

    return watchPushes<NewPush>({
      load: fetchNewPushes,
      seen,
      everyMs: (usualMs) => pollEvery(usualMs, MEMBER_TOPIC),
      onHint: onPossiblePush,
      onPushes: (pushes) => {
        latest.current(pushes)
        void refreshAfterPush(client, [...new Set(pushes.map(({ project_id }) => project_id))])
      },
    })
  }, [client])

  return null
}

const PUSHED = `${MEMBER_TOPIC} sync`

/** Also when hints no longer arrive, because the next poll is far then. */
function onPossiblePush(listener: () => void): () => void {
  let wasJoined = joinedStore.get().has(MEMBER_TOPIC)
  const stops = [
    appliedStore.subscribe(() => {
      if (appliedStore.get().some((hint) => PUSHED.startsWith(hint))) listener()
    }),
    joinedStore.subscribe(() => {
      const isJoined = joinedStore.get().has(MEMBER_TOPIC)
      if (wasJoined && !isJoined) listener()
      wasJoined = isJoined
    }),
  ]

  return () => {
    for (const stop of stops) stop()
  }
}

function useTellOfPushes(): (pushes: NewPush[]) => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { webUrl } = usePublicConfig().github

  return (pushes) => {
    const [newest] = pushes
    if (!newest) return
    const { push, result, message, project_id } = newest
    const { commit_sha: sha, repo_owner, repo_name } = push
    const isFailure = result === 'failed' || result === 'conflict'

    toasts.show({
      subject: 'live-push',
      title: pushes.length > 1 ? t('livePush.several', { count: pushes.length }) : titleOf(newest),
      tone: isFailure ? 'danger' : 'positive',
      ...(message && { text: message }),
      ...(sha && {
        link: {
          text: t('livePush.commit', { sha: sha.slice(0, 7) }),
          href: `${webUrl}/${repo_owner}/${repo_name}/commit/${sha}`,
        },
      }),
      ...(isFailure && {
        action: { text: t('livePush.see'), run: () => void navigate(historyPath(project_id)) },
      }),
    })
  }

  function titleOf({ result, project, push }: NewPush): string {
    const names = { project: project?.name ?? '', author: push.author ?? 'GitHub' }
    if (result === 'failed' || result === 'conflict') return t('livePush.failed', names)
    return push.is_own ? t('livePush.landed', names) : t('livePush.pushed', names)
  }
}
