import { userStatuses } from '@app/contract/admin-users'
import { Button } from '@app/ui/button.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { Select } from '@app/ui/select.tsx'
import { useId, useState } from 'react'
import { USER_FILTERS, type UserFilters } from '#api/admin-users.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ROLE_WORDS, USER_STATUS_WORDS, wayWords } from './user-words.ts'

type Props = {
  filters: UserFilters
  onChange: (filters: Partial<UserFilters>) => void
}

/** Each applies at once. On a phone they would fill the first screen, so a button shows them there. */
export function UserFilterRow({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="justify-self-start md:hidden"
      >
        {t('admin.list.filters')}
        <ChevronDownIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
      </Button>
      <div
        id={id}
        className={`grid grid-cols-2 gap-3 md:grid-cols-4 ${isOpen ? '' : 'max-md:hidden'}`}
      >
        <Filters filters={filters} onChange={onChange} />
      </div>
    </>
  )
}

function Filters({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const any = { value: 'any' as const, label: t('admin.list.any') }

  return (
    <>
      <Select
        label={t('admin.people.status.label')}
        value={filters.status}
        options={[
          any,
          ...userStatuses.map((value) => ({ value, label: t(USER_STATUS_WORDS[value]) })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={t('admin.people.role.label')}
        value={filters.role}
        options={[
          any,
          { value: 'admin', label: t(ROLE_WORDS.admin) },
          { value: 'member', label: t(ROLE_WORDS.member) },
        ]}
        onChange={(role) => onChange({ role })}
      />
      <Select
        label={t('admin.people.plan.label')}
        value={filters.plan}
        options={[
          any,
          { value: 'pro', label: t('admin.people.plan.pro') },
          { value: 'free', label: t('admin.people.plan.free') },
        ]}
        onChange={(plan) => onChange({ plan })}
      />
      <Select
        label={t('admin.people.way.label')}
        value={filters.way}
        options={USER_FILTERS.way.map((value) =>
          value === 'any' ? any : { value, label: wayWords(t, value) },
        )}
        onChange={(way) => onChange({ way })}
      />
      <Select
        label={t('admin.people.factor.label')}
        value={filters.factor}
        options={[
          any,
          { value: 'with', label: t('admin.yes') },
          { value: 'without', label: t('admin.no') },
        ]}
        onChange={(factor) => onChange({ factor })}
      />
      <Select
        label={t('admin.people.created.label')}
        value={filters.created}
        options={USER_FILTERS.created.map((value) =>
          value === 'any'
            ? any
            : { value, label: t('admin.people.created.days', { count: Number(value) }) },
        )}
        onChange={(created) => onChange({ created })}
      />
      <Select
        label={t('admin.people.sort.label')}
        value={filters.sort}
        options={[
          { value: 'created', label: t('admin.people.sort.created') },
          { value: 'last_sign_in', label: t('admin.people.sort.lastSignIn') },
          { value: 'email', label: t('admin.people.sort.email') },
        ]}
        onChange={(sort) => onChange({ sort })}
      />
    </>
  )
}
