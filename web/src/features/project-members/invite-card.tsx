import { inviteToProjectBody } from '@app/contract/projects'
import { Card } from '@app/ui/card.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useInvite } from '#api/projects/pending-invitations.ts'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { ROLE_WORDS } from './role-words.ts'

const ROLES = ['editor', 'viewer'] as const

type Draft = { email: string; role: (typeof ROLES)[number] }

const EMPTY: Draft = { email: '', role: 'editor' }

export function InviteCard({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const form = useInvitation(projectId)

  return (
    <form {...form.props}>
      <Card
        title={t('team.invite.title')}
        lead={t('team.invite.lead')}
        footer={
          <SubmitButton form={form} size="sm" busyText={t('common.sending')}>
            {t('team.invite.send')}
          </SubmitButton>
        }
      >
        <div className="grid gap-5">
          <TextField
            {...form.field('email')}
            label={t('team.invite.email')}
            type="email"
            autoComplete="off"
            required
          />
          <ChoiceGroup
            {...form.choice('role')}
            label={t('team.invite.role')}
            choices={ROLES.map((value) => ({ value, label: t(ROLE_WORDS[value]) }))}
          />
          <FailureNotice failure={form.failure} />
        </div>
      </Card>
    </form>
  )
}

function useInvitation(projectId: string) {
  const { t } = useTranslation()
  const { mutateAsync: invite } = useInvite()

  return useForm({
    initial: EMPTY,
    check: ({ email }) => fieldTexts(t, { email: addressError(email) }),
    save: async (draft, { clear }) => {
      const email = draft.email.trim()
      await invite({ projectId, email, role: draft.role })
      const text = t('team.invite.sentText', { email })
      toasts.show({ title: t('team.invite.sent'), text, tone: 'positive' })
      clear('email')
    },
    explain: (error) => ({
      title: t('team.invite.failed'),
      text: userMessage(t, error, 'errors.tryAgain'),
    }),
    marksUnsaved: true,
  })
}

function addressError(email: string): MessageKey | null {
  if (email.trim() === '') return 'errors.emailRequired'
  const { success } = inviteToProjectBody.shape.email.safeParse(email)

  return success ? null : 'errors.invalidEmail'
}
