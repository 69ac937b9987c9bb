import type { PushState } from '@app/sync-panels/push-state'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useEffect, useState } from 'react'
import { ask } from './ask.ts'
import { useWords } from './use-words.ts'

/** Below this size a pack saves no noticeable time. */
const MANY_REQUESTS = 30

/** The permission for hosts that speed up large pushes is requested before such a push, and only by a press. */
export function FasterWay({
  state,
  onAllowed,
}: {
  state: PushState | null
  onAllowed: () => void
}) {
  const { t } = useWords()
  const [missing, setMissing] = useState<string[]>([])
  const isLarge = state?.step === 'review' && state.review.comparison.cost.requests >= MANY_REQUESTS
  useEffect(() => {
    if (isLarge) void ask('missingHosts').then(setMissing, () => undefined)
  }, [isLarge])

  if (!isLarge || missing.length === 0) return null
  async function allow() {
    // Called before any await: Chrome asks only during the user's gesture.
    const isAllowed = await chrome.permissions.request({ origins: missing })
    if (!isAllowed) return
    setMissing([])
    await ask('useNewHosts')
    onAllowed()
  }

  return (
    <Notice tone="plain">
      <p>{t('extension.faster.text', { hosts: missing.map(hostOf).join(', ') })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => void allow()}>
          {t('extension.faster.allow')}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => setMissing([])}>
          {t('extension.faster.later')}
        </Button>
      </div>
    </Notice>
  )
}

const hostOf = (origin: string) => new URL(origin.replace('*', '')).host
