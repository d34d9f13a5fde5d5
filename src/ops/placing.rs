//! From a path to the scope node and the record's own path (rulings 11, 12, 15).

use crate::error::{AppError, ErrorCode};
use crate::op::Cx;
use crate::scope_path::{NodeKind, ScopePath, child};
use crate::store::access;
use crate::store::chunks::Filter;
use crate::store::scopes::{self, NewNode, Node};

/// Where a record goes.
#[derive(Debug)]
pub struct Place {
    /// The node.
    pub node: Node,
    /// The record's own path below it.
    pub rest: String,
}

/// What may be made on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// Nothing: what is missing is an error, which names `create_project` where that is offered.
    IsAnError {
        /// Whether the caller has a `create_project` argument.
        can_create: bool,
    },
    /// Missing projects are made.
    MakesProjects,
    /// Missing nodes of any kind are made.
    MakesAll,
}

/// The place of a path that the caller writes to.
///
/// # Errors
/// Not found for a node that is unknown or that the caller may not read, in the same words; forbidden for one that he may
/// read and not write.
pub async fn place_to_write(cx: &mut Cx<'_>, path: &ScopePath, missing: Missing) -> Result<Place, AppError> {
    let (pairs, rest) = path.pairs();
    let mut paths = vec![String::new()];
    for (kind, slug) in &pairs {
        let parent = paths.last().cloned().unwrap_or_default();
        paths.push(child(&parent, *kind, slug));
    }
    let known = scopes::find_by_paths(cx.tx, &paths).await?;
    let mut node = known
        .iter()
        .find(|node| node.path.is_empty())
        .cloned()
        .ok_or_else(|| AppError::internal("an account without a root"))?;
    let mut hidden = None;
    for (place, path) in paths.iter().enumerate().skip(1) {
        let (kind, slug) = pairs[place - 1];
        match known.iter().find(|node| node.path == *path) {
            Some(found) => {
                if !cx.access.reads(found.id) && !matches!(missing, Missing::IsAnError { .. }) {
                    // Another call may have made it since this one resolved what it reaches.
                    access::resolve_again(cx.tx, cx.access, cx.caller).await?;
                }
                // A node that may not be read answers like one that is not there, unless a grant opens one below it.
                hidden = if cx.access.reads(found.id) { None } else { hidden.or(Some((kind, path))) };
                node = found.clone();
            }
            None => {
                if let Some((kind, path)) = hidden {
                    return Err(unknown(cx, kind, path, missing).await?);
                }
                node = make(cx, &node, kind, slug, path, missing).await?;
            }
        }
    }
    if let Some((kind, path)) = hidden {
        return Err(unknown(cx, kind, path, missing).await?);
    }
    if !cx.access.writes(node.id) {
        return Err(not_writable(cx, &node));
    }
    Ok(Place { node, rest: rest.to_owned() })
}

async fn make(
    cx: &mut Cx<'_>,
    parent: &Node,
    kind: NodeKind,
    slug: &str,
    path: &str,
    missing: Missing,
) -> Result<Node, AppError> {
    let may_make = match missing {
        Missing::IsAnError { .. } => false,
        Missing::MakesProjects => kind == NodeKind::Project,
        Missing::MakesAll => kind != NodeKind::Personal,
    };
    if !may_make {
        return Err(unknown(cx, kind, path, missing).await?);
    }
    if !cx.access.writes(parent.id) {
        return Err(not_writable(cx, parent));
    }
    let new = NewNode { kind, parent: Some(parent.id), slug, path, user: None };
    let node = scopes::insert(cx.tx, &new).await?;
    access::extend(cx.tx, cx.access, node.id).await?;
    Ok(node)
}

/// The refusal for a node that is not there, or not the caller's to see: the same for both.
async fn unknown(cx: &mut Cx<'_>, kind: NodeKind, path: &str, missing: Missing) -> Result<AppError, AppError> {
    let mut detail = format!("path: there is no {} “{path}” that you can see.", kind.name());
    match (kind, missing) {
        (NodeKind::Project, Missing::IsAnError { can_create: true }) => {
            detail.push_str(" Pass create_project: true to create it.");
        }
        (NodeKind::Project, Missing::IsAnError { can_create: false }) => {
            let readable = scopes::list(cx.tx, &cx.access.readable).await?;
            let known: Vec<&str> = readable
                .iter()
                .filter(|node| node.kind == NodeKind::Project)
                .map(|node| node.path.as_str())
                .take(10)
                .collect();
            if !known.is_empty() {
                detail.push_str(&format!(" There are: {}.", known.join(", ")));
            }
            detail.push_str(" Projects are made by members over REST, in the console or on the generic tool profile.");
        }
        _ => detail.push_str(" It is made by an admin of the account."),
    }
    let mut error = AppError::new(ErrorCode::NotFound, detail);
    error.field = Some("path".to_owned());
    Ok(error)
}

fn not_writable(cx: &Cx<'_>, node: &Node) -> AppError {
    let place = if node.path.is_empty() { "the account's root".to_owned() } else { format!("“{}”", node.path) };
    let mut detail = format!("path: you cannot write to {place}.");
    if let Some(bound) = cx.access.bound_path.as_deref().filter(|bound| !bound.is_empty()) {
        detail.push_str(&format!(" Your token writes inside “{bound}”: begin the path with that."));
    }
    let mut error = AppError::new(ErrorCode::Forbidden, detail);
    error.field = Some("path".to_owned());
    error
}

/// Narrows a filter to a path pattern: `%` for everything, a path for exactly that, a path with `/%` at its end for it and
/// all below. A pattern that names no readable place finds nothing.
///
/// # Errors
/// Invalid input where the pattern is no path.
pub async fn narrow(cx: &mut Cx<'_>, filter: &mut Filter, field: &str, pattern: &str) -> Result<(), AppError> {
    if pattern == "%" {
        return Ok(());
    }
    let (text, below) = pattern.strip_suffix("/%").map_or((pattern, false), |text| (text, true));
    let path = ScopePath::parse(text).map_err(|problem| {
        AppError::invalid(
            field.to_owned(),
            format!("{problem}; % stands for everything and is taken alone or as the last segment"),
        )
    })?;
    let readable = scopes::list(cx.tx, &cx.access.readable).await?;
    let wanted = path.as_str();
    let mut nodes = Vec::new();
    for node in &readable {
        let is_inside = node.path == wanted || (below && node.path.starts_with(&format!("{wanted}/")));
        if is_inside {
            nodes.push(node.id);
            if !below {
                // Exactly the node: records with a path of their own lie below it.
                filter.partly.push(node.id);
                filter.rest = Some(String::new());
            }
        }
        let remainder =
            if node.path.is_empty() { Some(wanted) } else { wanted.strip_prefix(&format!("{}/", node.path)) };
        if let Some(rest) = remainder.filter(|rest| !rest.is_empty() && node.path != wanted) {
            // The longest node is the record's scope; a node above holds it only as a path of its own.
            if ScopePath::parse(rest).is_ok_and(|rest| rest.pairs().0.is_empty()) {
                nodes.push(node.id);
                filter.partly.push(node.id);
                filter.rest = Some(rest.to_owned());
            }
        }
    }
    filter.rest_below = below;
    filter.nodes = Some(nodes);
    Ok(())
}
