/** The profile of the playground's agent, which its page names to the agents' door. */

import { isPlaygroundEnabled, type PlaygroundSettings } from './is-enabled.ts'

/** Path of the profile, as `web/playground/agent/tools.js` has it. */
export const PROFILE_PATH = '/playground/browser/agent/profile.json'

/** Returns the URL of the profile, of which `PUBLIC_URL` is the origin; undefined where the playground is not enabled. */
export function agentProfileOf(settings: PlaygroundSettings): string | undefined {
  return isPlaygroundEnabled(settings) ? new URL(PROFILE_PATH, settings.PUBLIC_URL).href : undefined
}
