import { type ReactNode, useEffect, useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { type ProFeature, ProLock } from './pro-lock.tsx'

/** Checks the plan when opened, and shows the feature or what Pro offers. */
export function ProOnly({ feature, children }: { feature: ProFeature; children: ReactNode }) {
  const { t } = usePanelTexts()
  const { plan } = useSurroundings()
  const [isAsked, setAsked] = useState(false)
  const { ask } = plan

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each use.
  useEffect(() => {
    // Without an answer the last one is used; the server checks its own actions.
    ask().then(
      () => setAsked(true),
      () => setAsked(true),
    )
  }, [])

  if (!isAsked && plan.isPro === null) return <p role="status">{t('panels.checkingPlan')}</p>
  return plan.isPro ? children : <ProLock feature={feature} />
}
