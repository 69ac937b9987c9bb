import { SurroundingsProvider } from '@app/sync-panels/surroundings'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { PageHeader } from '@app/ui/page-header.tsx'
import { useLayoutEffect } from 'react'
import { useMember } from '#api/session/session.ts'
import { openOwnSession, useOwnSession } from '#api/simulator/own-session.ts'
import { BuilderCard } from '#features/simulator/builder-card.tsx'
import { LogPanel } from '#features/simulator/log-panel.tsx'
import { StatusStrip } from '#features/simulator/status-strip.tsx'
import { BuilderProvider } from '#features/simulator/use-builder.tsx'
import { useSimulatorSurroundings } from '#features/simulator/use-surroundings.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { OpenPanels } from './open-panels.tsx'
import { PanelFrame } from './panel-frame.tsx'

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

/** The extension's panels. Like the extension, they need a session and a project. */
function PanelTabs({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const session = useOwnSession()
  const surroundings = useSimulatorSurroundings(userId)

  if (session && surroundings) {
    return (
      <SurroundingsProvider value={surroundings}>
        <OpenPanels userId={userId} isSignedOut={session.isEnded} />
      </SurroundingsProvider>
    )
  }
  const missing = session ? (
    <EmptyState
      title={t('simulator.panels.noProjectTitle')}
      text={t('simulator.panels.noProject')}
    />
  ) : (
    <EmptyState
      title={t('simulator.session.pickUpFirst')}
      text={t('simulator.session.pickUpFirstText')}
    />
  )

  return <PanelFrame panel={(name) => (name === 'log' ? <LogPanel /> : missing)} />
}
