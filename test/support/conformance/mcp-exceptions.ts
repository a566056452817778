/** Scenarios and checks of the MCP runner that judge parts that Sepet does not have, each with the reason. */

const FIXTURE_TOOL = 'call a tool that only a server made for the runner has'
const NO_RESOURCES = 'need resources, which are optional'
const NO_PROMPTS = 'need prompts, which are optional'
const NO_COMPLETION = 'needs completion of arguments, which is optional'
const NO_LOGGING = 'need log messages for clients, which are optional'
const NO_INPUT = 'need a tool that asks the client for more, which is optional'
const NO_SESSIONS = 'need sessions or streams, which are optional'
const NO_PARAMETER_HEADERS = 'need a tool that has parameters in headers, which are optional'
const NO_ARGUMENTS = 'calls a tool without the arguments that it requires'

const BY_PLACE: Readonly<Record<string, string>> = {
  'completion-complete': NO_COMPLETION,
  'logging-set-level': NO_LOGGING,
  'tools-call-with-logging': NO_LOGGING,
  'tools-call-simple-text': FIXTURE_TOOL,
  'tools-call-image': FIXTURE_TOOL,
  'tools-call-audio': FIXTURE_TOOL,
  'tools-call-embedded-resource': FIXTURE_TOOL,
  'tools-call-mixed-content': FIXTURE_TOOL,
  'tools-call-error': FIXTURE_TOOL,
  'tools-call-with-progress': FIXTURE_TOOL,
  'json-schema-2020-12': FIXTURE_TOOL,
  'tools-call-sampling': NO_INPUT,
  'tools-call-elicitation': NO_INPUT,
  'elicitation-sep1034-defaults': NO_INPUT,
  'elicitation-sep1330-enums': NO_INPUT,
  'input-required-result-basic-elicitation': NO_INPUT,
  'input-required-result-basic-sampling': NO_INPUT,
  'input-required-result-basic-list-roots': NO_INPUT,
  'input-required-result-request-state': NO_INPUT,
  'input-required-result-multiple-input-requests': NO_INPUT,
  'input-required-result-multi-round': NO_INPUT,
  'input-required-result-missing-input-response': NO_INPUT,
  'input-required-result-non-tool-request': NO_INPUT,
  'input-required-result-result-type': NO_INPUT,
  'input-required-result-tampered-state': NO_INPUT,
  'input-required-result-capability-check': NO_INPUT,
  'input-required-result-ignore-extra-params': NO_INPUT,
  'server-stateless: ServerRejectsUndeclaredCapability': NO_INPUT,
  'server-stateless: MissingCapabilityHttp400': NO_INPUT,
  'server-stateless: HttpServerNoIndependentRequestsOnStream': NO_INPUT,
  'server-stateless: ServerNoLogWithoutLogLevel': NO_LOGGING,
  'server-stateless: ServerSendsSubscriptionAck': NO_SESSIONS,
  'server-stateless: ServerTagsSubscriptionId': NO_SESSIONS,
  'server-stateless: ServerHonorsNotificationFilter': NO_SESSIONS,
  'server-stateless: ServerSendsPromptsListChangedOnSubscription': NO_SESSIONS,
  'server-stateless: ServerSendsToolsListChangedOnSubscription': NO_SESSIONS,
  'server-sse-polling: ServerSSEPollingSession': NO_SESSIONS,
  'server-sse-polling: ServerTestReconnectionTool': NO_SESSIONS,
  'server-sse-multiple-streams: ServerSSEMultipleStreamsSession': NO_SESSIONS,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'sep-2164-resource-not-found': NO_RESOURCES,
  'caching: ResourcesListCachingHints': NO_RESOURCES,
  'caching: ResourcesTemplatesListCachingHints': NO_RESOURCES,
  'caching: ResourcesReadCachingHints': NO_RESOURCES,
  'caching: PromptsListCachingHints': NO_PROMPTS,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
  'http-header-validation: ServerAcceptsWhitespaceHeaderValue': NO_ARGUMENTS,
  'http-custom-header-server-validation': NO_PARAMETER_HEADERS,
}

/** A message that breaks the protocol's schema is a failure in every scenario. */
const NEVER_EXCEPTED = 'WireSchemaValid'

/** Returns why a scenario, or one check of it, does not apply; undefined where it does. */
export function reasonFor(scenario: string, check: string): string | undefined {
  if (check === NEVER_EXCEPTED) return undefined
  return BY_PLACE[`${scenario}: ${check}`] ?? BY_PLACE[scenario]
}

/** Names of the scenarios and checks that do not apply. */
export const EXCEPTED: readonly string[] = Object.keys(BY_PLACE)
