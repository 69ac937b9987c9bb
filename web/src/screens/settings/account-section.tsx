import { DeleteAccountCard } from '#features/account/delete-account-card.tsx'
import { ExportCard } from '#features/account/export-card.tsx'
import { EmailCard } from '#features/auth/email-card.tsx'

export function AccountSection() {
  return (
    <>
      <EmailCard />
      <ExportCard />
      <DeleteAccountCard />
    </>
  )
}
