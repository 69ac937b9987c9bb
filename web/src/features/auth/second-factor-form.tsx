import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { type Form, useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import type { HeldFactor } from '#api/session/session.ts'
import { verifyKey } from '#api/sign-in/passkey-actions.ts'
import { cancelSignIn, verifyCode, verifyRecoveryCode } from '#api/sign-in/sign-in.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'

/** A key at hand, one of the apps, or a recovery code. */
type Way = { id: string; kind: 'keys' | 'app' | 'recovery'; name: string; switchText: string }

/** Keys come first, because no imitated page can use them. */
export function SecondFactorForm({ factors }: { factors: HeldFactor[] }) {
  const { t } = useTranslation()
  const ways = waysOf(t, factors)
  const [chosen, setChosen] = useState(ways[0]?.id)
  const way = ways.find(({ id }) => id === chosen) ?? RECOVERY
  const action = useAction<string>()
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }, { stayBusy }) => {
      const digits = code.replaceAll(/\s/g, '')
      await (way.kind === 'app' ? verifyCode(way.id, digits) : verifyRecoveryCode(digits))
      stayBusy()
    },
    explain: (error) => ({ text: userMessage(t, error, 'errors.wrongCode') }),
    action,
  })

  function cancel() {
    void action.run('cancel', async ({ stayBusy }) => {
      await cancelSignIn()
      stayBusy()
    })
  }

  function touch({ id }: HeldFactor) {
    void action.run(id, async ({ stayBusy }) => {
      if (await verifyKey(id)) stayBusy()
    })
  }

  function switchTo({ id }: Way) {
    setChosen(id)
    action.forgetFailure()
    form.clear()
  }

  return (
    <form {...form.props} className="grid gap-5">
      <FailureNotice failure={form.failure} />
      {way.kind === 'keys' ? (
        <Keys
          keys={factors.filter(({ kind }) => kind === 'key')}
          running={action.running}
          onTouch={touch}
        />
      ) : (
        <>
          <CodeField key={way.id} way={way} form={form} />
          <SubmitButton form={form}>{t('secondFactor.submit')}</SubmitButton>
        </>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        {ways
          .filter(({ id }) => id !== way.id)
          .map((other) => (
            <Button
              key={other.id}
              variant="quiet"
              size="sm"
              disabled={form.isBusy}
              onClick={() => switchTo(other)}
            >
              {other.switchText}
            </Button>
          ))}
        <Button variant="quiet" size="sm" disabled={form.isBusy} onClick={cancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

const RECOVERY: Way = { id: 'recovery', kind: 'recovery', name: '', switchText: '' }

function waysOf(t: Translator['t'], factors: HeldFactor[]): Way[] {
  const apps = factors.filter(({ kind }) => kind === 'app')
  const hasKeys = apps.length < factors.length

  return [
    ...(hasKeys
      ? [{ id: 'keys', kind: 'keys' as const, name: '', switchText: t('secondFactor.useKey') }]
      : []),
    ...apps.map(({ id, name }) => ({
      id,
      kind: 'app' as const,
      name: apps.length > 1 ? name : '',
      switchText:
        apps.length > 1 ? t('secondFactor.useAppNamed', { name }) : t('secondFactor.useApp'),
    })),
    { ...RECOVERY, switchText: t('secondFactor.useRecoveryCode') },
  ]
}

type KeysProps = { keys: HeldFactor[]; running: string | null; onTouch: (key: HeldFactor) => void }

/** A challenge is for one key, so a member with several names the one at hand. */
function Keys({ keys, running, onTouch }: KeysProps) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">{t('secondFactor.keyHint')}</p>
      {keys.map((key, i) => (
        <Button
          key={key.id}
          variant={i === 0 ? 'primary' : 'secondary'}
          isBusy={running === key.id}
          disabled={running !== null}
          busyText={t('secondFactor.keyBusy')}
          autoFocus={i === 0}
          onClick={() => onTouch(key)}
        >
          {keys.length > 1 && key.name
            ? t('secondFactor.touchNamed', { name: key.name })
            : t('secondFactor.touch')}
        </Button>
      ))}
    </div>
  )
}

function CodeField({ way, form }: { way: Way; form: Form<{ code: string }> }) {
  const { t } = useTranslation()
  const { name } = way
  const isRecovery = way.kind === 'recovery'
  const hint = name ? t('secondFactor.hintNamed', { name }) : t('secondFactor.hint')

  return (
    <TextField
      {...form.field('code')}
      label={isRecovery ? t('secondFactor.recoveryCode') : t('secondFactor.code')}
      hint={isRecovery ? t('secondFactor.recoveryHint') : hint}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      // The user completed the previous step, so only the code remains to be typed.
      autoFocus
      data-focus-after-failure
      required
    />
  )
}
