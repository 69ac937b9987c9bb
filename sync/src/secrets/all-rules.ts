import { ADDRESS_RULES } from './address-rules.ts'
import { serviceRole } from './jwt-rule.ts'
import { namedValue } from './named-value-rule.ts'
import { PRIVATE_KEY_RULES } from './private-key-rules.ts'
import { type SecretRule, tokenRules } from './secret-rule.ts'
import { SECRET_ROWS } from './secret-rules.ts'

/** If several match, the first is used; the last only knows names. */
export const ALL_RULES: readonly SecretRule[] = [
  ...SECRET_ROWS.flatMap(tokenRules),
  ...PRIVATE_KEY_RULES,
  ...ADDRESS_RULES,
  serviceRole,
  namedValue,
]
