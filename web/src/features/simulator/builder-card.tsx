import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { StorageFailure } from './builder.ts'
import { openingFailure } from './failure-text.ts'
import { OpenedDialog } from './opened-dialog.tsx'
import { ProjectBar } from './project-bar.tsx'
import { ProjectFiles } from './project-files.tsx'
import { SourceButtons } from './source-buttons.tsx'
import { useBuilder, useBuilderState } from './use-builder.tsx'
import { useOpening } from './use-opening.ts'

/** Replaces the builder's page. */
export function BuilderCard() {
  const { t } = useTranslation()
  const { status, failure } = useBuilderState()
  const opening = useOpening()

  return (
    <Card title={t('simulator.builder.title')} lead={t('simulator.builder.lead')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {status === 'opening' ? <Skeleton className="h-25.5 w-full" /> : <ProjectBar />}
        <SourceButtons
          isOpening={opening.isOpening}
          onArchive={opening.openArchive}
          onFolder={opening.openFolder}
        />
        {opening.failure && (
          <Notice tone="danger">{openingFailure(t, opening.failure.error)}</Notice>
        )}
        {failure && <NotStored failure={failure} />}
        {status === 'opening' ? <Skeleton className="h-13 w-full sm:h-95" /> : <ProjectFiles />}
      </div>
      {opening.isOver && (
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-backdrop">
          <p className="rounded-lg border border-line bg-surface px-8 py-6 text-lg font-semibold shadow-float">
            {t('simulator.builder.drop')}
          </p>
        </div>
      )}
      {opening.opened && <OpenedDialog opened={opening.opened} onClose={opening.close} />}
    </Card>
  )
}

function NotStored({ failure }: { failure: StorageFailure }) {
  const { t } = useTranslation()
  const builder = useBuilder()

  return (
    <Notice tone="danger">
      <p>
        {failure === 'full'
          ? t('simulator.builder.failures.full')
          : t('simulator.builder.failures.refused')}
      </p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={() => void builder.flush()}>
        {t('simulator.builder.failures.tryAgain')}
      </Button>
    </Notice>
  )
}
