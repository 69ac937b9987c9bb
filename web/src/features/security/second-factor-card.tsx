import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import {
  type SecondFactor,
  secondFactorQuery,
  useBeginEnrolment,
  useTurnOffSecondFactor,
} from '#api/sign-in/second-factor.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { EnrolmentForm } from './enrolment-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const TurnOffDialog = onDemand(async () => (await import('./turn-off-dialog.tsx')).TurnOffDialog)

export function SecondFactorCard() {
  const { t } = useTranslation()
  const factor = useQuery(secondFactorQuery)
  const [newCodes, setNewCodes] = useState<string[] | null>(null)

  return (
    <Card
      title={t('settings.twoFactor.title')}
      lead={t('settings.twoFactor.lead')}
      action={
        // Reserves its space from the start, because the title beside it may need a second line.
        <span className={factor.isSuccess ? '' : 'invisible'}>
          <Badge tone={factor.data ? 'positive' : 'plain'}>
            {t(factor.data ? 'settings.twoFactor.on' : 'settings.twoFactor.off')}
          </Badge>
        </span>
      }
    >
      {factor.isPending && (
        <UnsizedPlaceholder>
          <Skeleton className="h-11 w-32" />
        </UnsizedPlaceholder>
      )}
      {factor.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, factor.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={factor.refetch}
        />
      )}
      {factor.isSuccess &&
        (factor.data ? (
          <WhenOn factor={factor.data} newCodes={newCodes} onKept={() => setNewCodes(null)} />
        ) : (
          <WhenOff onCodes={setNewCodes} />
        ))}
    </Card>
  )
}

function WhenOff({ onCodes }: { onCodes: (codes: string[] | null) => void }) {
  const { t } = useTranslation()
  const beginning = useBeginEnrolment()

  if (beginning.data) {
    return (
      <EnrolmentForm
        enrolment={beginning.data}
        onCancel={beginning.reset}
        onDone={(codes) => {
          onCodes(codes)
          toasts.show({ title: t('settings.twoFactor.turnedOn'), tone: 'positive' })
        }}
      />
    )
  }

  return (
    <div className="grid justify-items-start gap-4">
      {beginning.error && <Failure error={beginning.error} />}
      <Button
        size="sm"
        variant="secondary"
        isBusy={beginning.isPending}
        onClick={() => beginning.mutate()}
      >
        {t('settings.twoFactor.setUp')}
      </Button>
    </div>
  )
}

type WhenOnProps = {
  factor: SecondFactor
  /** Created when it was enabled, and not yet saved. */
  newCodes: string[] | null
  onKept: () => void
}

function WhenOn({ factor, newCodes, onKept }: WhenOnProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const turningOff = useTurnOffSecondFactor(factor)

  async function turnOff() {
    try {
      await turningOff.mutateAsync()
      toasts.show({ title: t('settings.twoFactor.turnedOff') })
    } catch {
      // The error is shown below.
    }
  }

  return (
    <div className="grid gap-6">
      <RecoveryCodes left={factor.codesLeft} first={newCodes} onFirstKept={onKept} />
      {turningOff.error && <Failure error={turningOff.error} />}
      <div>
        <Button
          size="sm"
          variant="secondary"
          isBusy={turningOff.isPending}
          onClick={() => setAsking(true)}
        >
          {t('settings.twoFactor.turnOff')}
        </Button>
      </div>
      {isAsking && (
        <TurnOffDialog onClose={() => setAsking(false)} onConfirm={() => void turnOff()} />
      )}
    </div>
  )
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation()

  return (
    <FailureNotice
      failure={{
        title: t('settings.twoFactor.failed'),
        text: userMessage(t, error, 'errors.tryAgain'),
      }}
    />
  )
}
