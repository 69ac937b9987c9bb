import { PageHeader } from '@app/ui/page-header.tsx'
import { useLayoutEffect } from 'react'
import { useMember } from '#api/session/session.ts'
import { openOwnSession } from '#api/simulator/own-session.ts'
import { BuilderCard } from '#features/simulator/builder-card.tsx'
import { StatusStrip } from '#features/simulator/status-strip.tsx'
import { BuilderProvider } from '#features/simulator/use-builder.tsx'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { PanelTabs } from './panel-tabs.tsx'

/** The extension's panels without the builder, against the member's own account, for developers. */
export function SimulatorScreen() {
  const { t } = useTranslation()
  const { id } = useMember()
  // Before the first paint, which else showed a member with a session as one without.
  useLayoutEffect(() => openOwnSession(id), [id])

  return (
    <BuilderProvider key={id} userId={id}>
      <div className="page-edge grid grid-cols-[minmax(0,1fr)] gap-6 py-10 md:py-14">
        <PageHeader title={t('simulator.title')} lead={t('simulator.lead')} />
        <StatusStrip userId={id} />
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
          <BuilderCard />
          <PanelTabs userId={id} />
        </div>
      </div>
      <UnsavedChanges texts={useLeavingTexts()} />
    </BuilderProvider>
  )
}
