import { Avatar } from '@app/ui/avatar.tsx'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { CheckIcon, ChevronDownIcon } from '@app/ui/icons.tsx'
import { MenuAction } from '@app/ui/menu-items.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { type ProjectMember, useChangeRole } from '#api/projects/members.ts'
import type { Role } from '#api/projects/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { ROLE_WORDS } from './role-words.ts'
import type { Team } from './team.ts'
import { useTeamAction } from './use-team-action.ts'

const EndMembershipDialog = onDemand(
  async () => (await import('./end-membership-dialog.tsx')).EndMembershipDialog,
)

export function MemberRow({ member, team }: { member: ProjectMember; team: Team }) {
  const { t, date } = useTranslation()
  // Null until first opened, so that viewing the list does not download it.
  const [isEnding, setEnding] = useState<boolean | null>(null)
  const { run, isBusy } = useTeamAction()
  const { mutateAsync: changeRole } = useChangeRole()
  const name = member.display_name || t('team.unnamed')
  const isMyself = member.user_id === team.memberId
  const isOther = team.isOwner && member.role !== 'owner'
  const since = date(new Date(member.created_at), { dateStyle: 'medium' })

  return (
    <li className="flex flex-wrap items-center gap-3 border-line py-3 not-first:border-t">
      <Avatar letter={[...name][0] ?? '?'} src={member.avatar_url} />
      <div className="min-w-32 flex-1">
        <p className="truncate font-medium">{isMyself ? t('team.yourself', { name }) : name}</p>
        <p className="text-sm text-ink-soft">{t('team.since', { day: since })}</p>
      </div>
      {isOther ? (
        <RoleMenu
          role={member.role}
          label={t('team.roleOf', { name })}
          disabled={isBusy}
          onChange={(role) =>
            void run('team.roleFailed', async () => {
              await changeRole({ projectId: team.projectId, userId: member.user_id, role })
              const title = t('team.roleChanged', { name, role: t(ROLE_WORDS[role]) })
              toasts.show({ title, tone: 'positive' })
            })
          }
        />
      ) : (
        <Badge>{t(ROLE_WORDS[member.role])}</Badge>
      )}
      {(isOther || (isMyself && member.role !== 'owner')) && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={isMyself ? undefined : t('team.remove', { name })}
          onClick={() => setEnding(true)}
        >
          {isMyself ? t('team.leave') : t('team.removeShort')}
        </Button>
      )}
      {isEnding !== null && (
        <EndMembershipDialog
          isOpen={isEnding}
          onOpenChange={setEnding}
          person={{ id: member.user_id, name, isMyself }}
          team={team}
        />
      )}
    </li>
  )
}

type Props = {
  role: Role
  label: string
  disabled: boolean
  onChange: (role: Role) => void
}

const CHOICES = ['editor', 'viewer'] as const

function RoleMenu({ role, label, disabled, onChange }: Props) {
  const { t } = useTranslation()

  return (
    <MenuButton
      trigger={
        <Button
          variant="secondary"
          size="sm"
          disabled={disabled}
          aria-label={`${label}: ${t(ROLE_WORDS[role])}`}
        >
          {t(ROLE_WORDS[role])}
          <ChevronDownIcon className="size-4" />
        </Button>
      }
    >
      {CHOICES.map((choice) => (
        <MenuAction key={choice} onSelect={() => choice !== role && onChange(choice)}>
          <span className="flex-1">{t(ROLE_WORDS[choice])}</span>
          {choice === role && <CheckIcon className="size-4 text-accent" />}
        </MenuAction>
      ))}
    </MenuButton>
  )
}
