import type { Comparison } from '@app/sync/comparison'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = { comparison: Comparison; onAskAgain: () => void }

/** Findings that earlier reviews marked as not secret, with an undo. */
export function RememberedFindings({ comparison, onAskAgain }: Props) {
  const { t } = usePanelTexts()
  const { notSecrets } = useSurroundings()
  const [hasFailed, setFailed] = useState(false)
  const { accepted = [] } = comparison.options
  const count = accepted.length
  if (count === 0) return null

  async function askAgain() {
    try {
      await notSecrets.remove(accepted)
      onAskAgain()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Notice tone="plain">
      <p>{t('needs.remembered', { count, n: count })}</p>
      {hasFailed && <p className="mt-1 text-danger">{t('needs.rememberedFailed')}</p>}
      <div className="mt-2">
        <Button variant="secondary" size="sm" onClick={askAgain}>
          {t('needs.askAgain', { count })}
        </Button>
      </div>
    </Notice>
  )
}
