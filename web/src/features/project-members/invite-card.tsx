import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { type Failure, FailureNotice } from '@app/ui/failure-notice.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { type FormEvent, useState } from 'react'
import { useInvite } from '#api/members.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ROLE_WORDS } from './role-words.ts'

const ROLES = ['editor', 'viewer'] as const
const ADDRESS = /^[^@\s]+@[^@\s.]+\.[^@\s]+$/

export function InviteCard({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const inviting = useInviting(projectId)

  return (
    <Card title={t('team.invite.title')} lead={t('team.invite.lead')}>
      <form noValidate onSubmit={inviting.submit}>
        <div ref={inviting.form} className="grid gap-5">
          <TextField
            label={t('team.invite.email')}
            type="email"
            autoComplete="off"
            value={inviting.email}
            onChange={(event) => inviting.setEmail(event.target.value)}
            error={inviting.complaint}
            disabled={inviting.isSending}
            required
          />
          <ChoiceGroup
            label={t('team.invite.role')}
            name="role"
            choices={ROLES.map((value) => ({ value, label: t(ROLE_WORDS[value]) }))}
            value={inviting.role}
            onChange={inviting.setRole}
            disabled={inviting.isSending}
          />
          <FailureNotice failure={inviting.failure} />
          <Button
            type="submit"
            size="sm"
            className="justify-self-start"
            isBusy={inviting.isSending}
            busyText={t('common.sending')}
          >
            {t('team.invite.send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function useInviting(projectId: string) {
  const { t } = useTranslation()
  const { mutateAsync: invite } = useInvite()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof ROLES)[number]>('editor')
  const [isSending, setSending] = useState(false)
  const [complaint, setComplaint] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useFocusOnComplaint(complaint)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    const isAddress = ADDRESS.test(address)
    setComplaint(isAddress ? null : t(address ? 'errors.invalidEmail' : 'errors.emailRequired'))
    setFailure(null)
    if (!isAddress) return

    setSending(true)
    try {
      await invite({ projectId, email: address, role })
      const text = t('team.invite.sentText', { email: address })
      toasts.show({ title: t('team.invite.sent'), text, tone: 'positive' })
      setEmail('')
    } catch (error) {
      const text = userMessage(t, error, 'errors.tryAgain')
      setFailure({ title: t('team.invite.failed'), text })
    } finally {
      setSending(false)
    }
  }

  return { email, setEmail, role, setRole, isSending, complaint, failure, form, submit }
}
