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
import type { HeldFactor } from '#api/session/session.ts'
import {
  type SecondFactor,
  secondFactorQuery,
  useAddKey,
  useBeginEnrolment,
  useRemoveFactor,
  useTurnOffSecondFactor,
} from '#api/sign-in/second-factor.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { EnrolmentForm } from './enrolment-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const NameDialog = onDemand(async () => (await import('./name-dialog.tsx')).NameDialog)
const RemovalDialog = onDemand(async () => (await import('./removal-dialog.tsx')).RemovalDialog)
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
      {factor.isSuccess && (
        <div className="grid gap-6">
          {factor.data && <FactorList factors={factor.data.factors} />}
          <Additions isFirst={!factor.data} onCodes={setNewCodes} />
          {factor.data && (
            <WhenOn factor={factor.data} newCodes={newCodes} onKept={() => setNewCodes(null)} />
          )}
        </div>
      )}
    </Card>
  )
}

/** Each can be removed while another one remains; the last one only by turning off. */
function FactorList({ factors }: { factors: HeldFactor[] }) {
  const { t } = useTranslation()
  const removing = useRemoveFactor()
  const [leaving, setLeaving] = useState<HeldFactor | null>(null)
  const kindOf = ({ kind }: HeldFactor) =>
    t(kind === 'key' ? 'settings.twoFactor.keyKind' : 'settings.twoFactor.appKind')
  const nameOf = (factor: HeldFactor) => factor.name || kindOf(factor)

  return (
    <div className="grid gap-4">
      {removing.error && <Failure error={removing.error} />}
      <ul className="divide-y divide-line border-y border-line">
        {factors.map((factor) => (
          <li key={factor.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
              <span className="min-w-0 break-words">{nameOf(factor)}</span>
              <Badge>{kindOf(factor)}</Badge>
            </p>
            {factors.length > 1 && (
              <Button
                size="sm"
                variant="secondary"
                isBusy={removing.isPending && removing.variables === factor.id}
                onClick={() => setLeaving(factor)}
                aria-label={t('settings.passkeys.removeOf', { name: nameOf(factor) })}
              >
                {t('settings.passkeys.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <RemovalDialog
          title={t('settings.passkeys.removeTitle', { name: nameOf(leaving) })}
          text={t('settings.twoFactor.removeText')}
          onClose={() => setLeaving(null)}
          onConfirm={() => removing.mutate(leaving.id)}
        />
      )}
    </div>
  )
}

type AdditionsProps = { isFirst: boolean; onCodes: (codes: string[] | null) => void }

function Additions({ isFirst, onCodes }: AdditionsProps) {
  const { t } = useTranslation()
  const { passkeys } = usePublicConfig()
  const beginning = useBeginEnrolment()
  const { mutateAsync: addKey } = useAddKey()
  const [isNaming, setNaming] = useState(false)

  function done(codes: string[] | null) {
    beginning.reset()
    if (codes) onCodes(codes)
    const title = t(isFirst ? 'settings.twoFactor.turnedOn' : 'settings.twoFactor.added')
    toasts.show({ title, tone: 'positive' })
  }

  if (beginning.data) {
    return <EnrolmentForm enrolment={beginning.data} onCancel={beginning.reset} onDone={done} />
  }

  return (
    <div className="grid justify-items-start gap-4">
      {beginning.error && <Failure error={beginning.error} />}
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="secondary"
          isBusy={beginning.isPending}
          onClick={() => beginning.mutate()}
        >
          {t(isFirst ? 'settings.twoFactor.setUp' : 'settings.twoFactor.addApp')}
        </Button>
        {passkeys && (
          <Button size="sm" variant="secondary" onClick={() => setNaming(true)}>
            {t(isFirst ? 'settings.twoFactor.setUpKey' : 'settings.twoFactor.addKey')}
          </Button>
        )}
      </div>
      {isNaming && (
        <NameDialog
          title={t('settings.twoFactor.addKey')}
          lead={t('settings.twoFactor.keyLead')}
          initial={t('settings.twoFactor.keyKind')}
          submitText={t('settings.twoFactor.goOn')}
          save={async (name) => done(await addKey(name))}
          onClose={() => setNaming(false)}
        />
      )}
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
