import { type ReactNode, useEffect, useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { type ProFeature, ProLock } from './pro-lock.tsx'

/** Asks for the plan at the moment of use, and shows what is bought or what it would be. */
export function ProOnly({ feature, children }: { feature: ProFeature; children: ReactNode }) {
  const { t } = usePanelTexts()
  const { plan } = useSurroundings()
  const [isAsked, setAsked] = useState(false)
  const { ask } = plan

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each use.
  useEffect(() => {
    // Without an answer the last one counts; the server checks for itself what it does.
    ask().then(
      () => setAsked(true),
      () => setAsked(true),
    )
  }, [])

  if (!isAsked && plan.isPro === null) return <p role="status">{t('panels.checkingPlan')}</p>
  return plan.isPro ? children : <ProLock feature={feature} />
}
