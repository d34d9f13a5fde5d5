//! The handler: what the service itself offers, and the fixtures besides.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::app::App;
use crate::surface::mcp::conformance::fixtures;
use crate::surface::mcp::handler::Handler;

/// The service's handler with the fixtures.
#[derive(Clone)]
pub struct WithFixtures {
    app: App,
    service: Handler,
}

impl WithFixtures {
    /// A handler for the application.
    pub fn new(app: App) -> Self {
        Self { service: Handler::new(app.clone()), app }
    }
}

impl ServerHandler for WithFixtures {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.service.get_info();
        info.capabilities = fixtures::capabilities();
        info
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut discovered = self.service.discover(context).await?;
        discovered.capabilities = fixtures::capabilities();
        Ok(discovered)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.service.list_tools(request, context).await?;
        listed.tools.extend(fixtures::tools());
        Ok(listed)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match fixtures::call(&request, &context, &self.app.env.master).await {
            Some(answer) => answer,
            None => self.service.call_tool(request, context).await,
        }
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        fixtures::tools().into_iter().find(|tool| tool.name == name)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        fixtures::prompts()
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        fixtures::prompt(&request, &context, &self.app.env.master)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        fixtures::resources()
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        fixtures::templates()
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        fixtures::read(&request.uri).map(Into::into)
    }

    #[expect(deprecated, reason = "the revisions before 2026-07-28 have it")]
    async fn set_level(
        &self,
        _: rmcp::model::SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }
}
