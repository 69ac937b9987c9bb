import { Button } from '@app/ui/button.tsx'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { PasswordField } from '@app/ui/password-field.tsx'
import { type FormEvent, useState } from 'react'
import { config } from '#config/config.ts'
import type { TokenCheck } from '#worker/token-check.ts'
import { ask } from './ask.ts'
import { useWords } from './use-words.ts'

/** A personal token. It is sent to GitHub only, and kept in this browser. */
export function TokenForm({ project }: { project: string | null }) {
  const { t } = useWords()
  const [token, setToken] = useState('')
  const [isForgotten, setForgotten] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    const check = await ask('keepPersonalToken', token, isForgotten, project).catch(
      (): TokenCheck => ({ kind: 'unanswered' }),
    )
    setBusy(false)
    if (check.kind === 'kept') setToken('')
    else setError(textOf(check))
  }

  function textOf(check: Exclude<TokenCheck, { kind: 'kept' }>): string {
    const { kind, ...facts } = check
    return t(`extension.token.${kind}`, facts)
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <PasswordField
        label={t('extension.token.label')}
        hint={t('extension.token.hint')}
        showText={t('extension.token.show')}
        hideText={t('extension.token.hide')}
        value={token}
        onChange={({ target }) => setToken(target.value)}
        error={error}
        autoComplete="off"
        autoFocus
        required
      />
      <Checkbox
        label={t('extension.token.forget')}
        checked={isForgotten}
        onChange={({ target }) => setForgotten(target.checked)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isBusy={isBusy}>
          {t('extension.token.save')}
        </Button>
        <a
          href={`${config.siteUrl}/docs/token`}
          target="_blank"
          rel="noreferrer"
          className="text-sm text-accent underline underline-offset-2"
        >
          {t('extension.token.how')}
        </a>
      </div>
    </form>
  )
}
