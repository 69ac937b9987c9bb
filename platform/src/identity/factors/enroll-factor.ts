import { randomUUID } from 'node:crypto'
import type { EnrolledFactorJson } from '@app/contract/identity'
import { renderSVG } from 'uqr'
import { type Sql, theServer } from '#db/database.ts'
import { type Account, hasVerifiedFactor } from '#identity/account.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import {
  enrollNeedsAal2,
  factorsManagedBySso,
  phoneEnrollOff,
  phoneFactorExists,
  unknownFactorType,
  webauthnEnrollOff,
} from './errors.ts'
import { refuseOverLimit } from './factor-limits.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { sealSecret } from './factor-secret.ts'
import { deleteAbandoned, deleteFactor, insertFactor } from './factors-table.ts'
import { enrollmentUri, newSecret } from './totp.ts'

export type EnrollInput = { type: string; friendlyName: string; issuer: string; phone: string }

/** A longer issuer makes the QR code too dense for cameras. */
const LONGEST_ISSUER = 100

/** The factor is unverified until its first correct code. */
export async function enrollFactor(
  needs: Identity,
  owner: FactorOwner,
  input: EnrollInput,
  client: Client,
): Promise<EnrolledFactorJson> {
  const id = randomUUID()
  const event = {
    action: 'factor_in_progress',
    actor: owner.account,
    client,
    traits: { factor_id: id },
  } as const

  return recordingRefusal(needs, event, async () => {
    const type = availableType(needs, input)
    const { friendlyName } = input
    const phone = type === 'phone' ? normalisePhone(input.phone) : null
    const secret = type === 'totp' ? newSecret() : null

    await needs.db.as(theServer, async (sql) => {
      const { account, session } = await lockOwner(sql, needs, owner)
      if (account.is_sso_user) throw factorsManagedBySso()
      await deleteAbandoned(sql, account)
      const others = phone === null ? account : await withoutUnverified(sql, account, phone)
      refuseOverLimit(others, friendlyName)
      if (hasVerifiedFactor(account) && session.aal !== 'aal2') throw enrollNeedsAal2()

      await insertFactor(sql, needs.clock.now(), {
        id,
        userId: account.id,
        friendly_name: friendlyName,
        factor_type: type,
        status: 'unverified',
        secretSealed: secret && sealSecret(needs, id, secret),
        phone,
      })
      await record(sql, needs, event)
    })
    const friendly_name = friendlyName
    if (phone !== null) return { id, type: 'phone', friendly_name, phone }
    if (secret === null) return { id, type: 'webauthn', friendly_name }

    const uri = enrollmentUri(secret, issuerOf(needs, input), labelOf(owner.account))
    return { id, type: 'totp', friendly_name, totp: { qr_code: qrCode(uri), secret, uri } }
  })
}

function availableType(
  { settings }: Pick<Identity, 'settings'>,
  { type, issuer }: EnrollInput,
): 'totp' | 'phone' | 'webauthn' {
  if (type === 'phone' && !settings.phoneFactorEnabled) throw phoneEnrollOff()
  if (type === 'webauthn' && settings.webauthn === null) throw webauthnEnrollOff()
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') throw unknownFactorType()
  if (issuer.length > LONGEST_ISSUER) throw validationFailed('issuer is too long')

  return type
}

/** A number that was never verified begins anew, as in Supabase Auth. */
async function withoutUnverified(sql: Sql, account: Account, phone: string): Promise<Account> {
  const same = account.factors.filter((factor) => factor.phone === phone)
  if (same.some(({ status }) => status === 'verified')) throw phoneFactorExists()
  for (const { id } of same) await deleteFactor(sql, id)

  return { ...account, factors: account.factors.filter((factor) => !same.includes(factor)) }
}

const issuerOf = ({ settings }: Pick<Identity, 'settings'>, { issuer }: EnrollInput) =>
  issuer || new URL(settings.siteUrl).host

/**
 * SVG text. Clients put it unescaped into a data URL, so it must not contain `#`: colours are names. The border is the margin that cameras
 * need.
 */
const qrCode = (text: string): string => renderSVG(text, { border: 4, pixelSize: 4 })

const labelOf = ({ email, phone, id }: Account) => email || phone || id
