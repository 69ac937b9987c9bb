import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { LockIcon } from '@app/ui/icons.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { OutLink } from '#links/out-link.tsx'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** The texts of the landing page. */
const SENTENCES = {
  branch: 'panels.pro.branch',
  idle: 'panels.pro.idle',
  reminder: 'panels.pro.reminder',
  issues: 'panels.pro.issues',
  review: 'panels.pro.review',
} as const

export type ProFeature = keyof typeof SENTENCES

/** Replaces a feature that the member has not bought: description, link and a second check. */
export function ProLock({ feature }: { feature: ProFeature }) {
  const { t } = usePanelTexts()
  const { plan, ways } = useSurroundings()
  const { run, running, failure } = useAction<'check'>()
  const [isStillFree, setStillFree] = useState(false)

  const check = () => run('check', async () => setStillFree(!(await plan.checkAgain())))

  return (
    <div className="rounded-md border border-line-strong bg-sunken p-4">
      <div className="flex items-start gap-3">
        <LockIcon className="mt-0.5 size-5 flex-none text-ink-soft" />
        <div className="grid gap-2">
          <p className="text-sm">{t(SENTENCES[feature])}</p>
          <p>
            <Badge>{t('panels.partOfPro')}</Badge>
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <OutLink href={ways.plans} text={t('panels.seePlans')} />
        <Button variant="quiet" size="sm" isBusy={running === 'check'} onClick={check}>
          {t('panels.checkAgain')}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {failure && t('panels.checkFailed')}
        {isStillFree && !failure && t('panels.stillFree')}
      </p>
    </div>
  )
}
