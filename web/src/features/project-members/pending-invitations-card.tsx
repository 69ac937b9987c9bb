import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEndInvitation } from '#api/projects/my-invitations.ts'
import {
  type PendingInvitation,
  pendingInvitationsQuery,
  useInvite,
} from '#api/projects/pending-invitations.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ROLE_WORDS } from './role-words.ts'
import { useTeamAction } from './use-team-action.ts'

/** Renders nothing without open invitations. */
export function PendingInvitationsCard({ projectId }: { projectId: string }) {
  const { t, date } = useTranslation()
  const pending = useQuery(pendingInvitationsQuery(projectId))
  const { run, isBusy } = useTeamAction()
  const { mutateAsync: endInvitation } = useEndInvitation()
  const { mutateAsync: invite } = useInvite()
  if (!pending.data?.length) return null

  const withdraw = ({ id, email, role }: PendingInvitation) =>
    run('team.pending.failed', async () => {
      await endInvitation(id)
      toasts.show({
        title: t('team.pending.withdrawn'),
        action: {
          text: t('project.undo'),
          run: () =>
            void run('team.invite.failed', async () => {
              if (role !== 'owner') await invite({ projectId, email, role })
            }),
        },
      })
    })

  return (
    <Card title={t('team.pending.title')}>
      <ul className="-my-3">
        {pending.data.map((invitation) => (
          <li
            key={invitation.id}
            className="flex flex-wrap items-center gap-3 border-line py-3 not-first:border-t"
          >
            <div className="min-w-40 flex-1">
              <p className="font-medium break-all">{invitation.email}</p>
              <p className="text-sm text-ink-soft">
                {t('team.pending.expires', {
                  day: date(new Date(invitation.expires_at), { dateStyle: 'medium' }),
                })}
              </p>
            </div>
            <Badge>{t(ROLE_WORDS[invitation.role])}</Badge>
            <Button
              variant="quiet"
              size="sm"
              disabled={isBusy}
              aria-label={t('team.pending.withdrawOf', { email: invitation.email })}
              onClick={() => void withdraw(invitation)}
            >
              {t('team.pending.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
