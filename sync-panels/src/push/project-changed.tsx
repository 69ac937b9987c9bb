import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** Says that the project changed after the review, which has to be made again. */
export function ProjectChanged({ onLookAgain }: { onLookAgain: () => void }) {
  const { t } = usePanelTexts()

  return (
    <Notice tone="notice">
      <p>{t('push.projectChanged')}</p>
      <div className="mt-2">
        <Button variant="secondary" size="sm" onClick={onLookAgain}>
          {t('panels.lookAgain')}
        </Button>
      </div>
    </Notice>
  )
}
