//! The flexes of a binary model: elements, edges and shells refer to vertices of their own flex,
//! and its tree of volumes is one of elements.

use super::reference::wrong;
use crate::Model;
use crate::error::Error;

/// Edges that an element of one, two or three dimensions has.
const EDGES: [i64; 3] = [1, 3, 6];

/// Refuses flexes whose parts refer to what is not there.
pub(super) fn check(m: &Model) -> Result<(), Error> {
    let bodies = 0..m.nbody as i32;
    for (vertex, body) in m.flex_vertbodyid.iter().enumerate() {
        if !bodies.contains(body) {
            return Err(wrong("flex_vertbodyid", vertex, body, "a body"));
        }
    }
    for flex in 0..m.nflex {
        check_ranges(flex, m)?;
        check_parts(flex, m)?;
        check_tree(flex, m)?;
    }
    Ok(())
}

/// Where the parts of a flex start, and that all of them have room.
fn check_ranges(flex: usize, m: &Model) -> Result<(), Error> {
    let dim = m.flex_dim[flex];
    if !(1..=3).contains(&dim) {
        return Err(wrong("flex_dim", flex, dim, "1, 2 or 3"));
    }
    let elements = m.flex_elemnum[flex];
    if elements < 1 {
        return Err(wrong("flex_elemnum", flex, elements, "at least one"));
    }
    let (dim, elements) = (i64::from(dim), i64::from(elements));
    let pieces = i64::from(m.flex_shellnum[flex]);
    for (name, address, count, size) in [
        (
            "flex_vertadr",
            &m.flex_vertadr,
            m.flex_vertnum[flex].into(),
            m.nflexvert,
        ),
        (
            "flex_edgeadr",
            &m.flex_edgeadr,
            m.flex_edgenum[flex].into(),
            m.nflexedge,
        ),
        ("flex_elemadr", &m.flex_elemadr, elements, m.nflexelem),
        (
            "flex_elemdataadr",
            &m.flex_elemdataadr,
            elements * (dim + 1),
            m.nflexelemdata,
        ),
        (
            "flex_elemedgeadr",
            &m.flex_elemedgeadr,
            elements * EDGES[dim as usize - 1],
            m.nflexelemedge,
        ),
        (
            "flex_shelldataadr",
            &m.flex_shelldataadr,
            pieces * dim,
            m.nflexshelldata,
        ),
        (
            "flex_evpairadr",
            &m.flex_evpairadr,
            m.flex_evpairnum[flex].into(),
            m.nflexevpair,
        ),
    ] {
        let address = address[flex];
        let empty = count == 0 && address == -1;
        let inside = address >= 0 && count >= 0 && i64::from(address) + count <= size as i64;
        if !empty && !inside {
            let expected = format!("room for {count} below {size}");
            return Err(wrong(name, flex, address, &expected));
        }
    }
    Ok(())
}

/// What elements, edges, shells and pairs consist of.
fn check_parts(flex: usize, m: &Model) -> Result<(), Error> {
    let (vertices, edges) = (m.flex_vertnum[flex], m.flex_edgenum[flex]);
    let elements = m.flex_elemnum[flex];
    let dim = m.flex_dim[flex] as usize;
    let sides = EDGES[dim - 1] as usize;
    for (name, list, start, count, target) in [
        (
            "flex_edge",
            bytemuck::cast_slice(&m.flex_edge),
            2 * m.flex_edgeadr[flex],
            2 * edges as usize,
            vertices,
        ),
        (
            "flex_elem",
            &m.flex_elem[..],
            m.flex_elemdataadr[flex],
            elements as usize * (dim + 1),
            vertices,
        ),
        (
            "flex_elemedge",
            &m.flex_elemedge[..],
            m.flex_elemedgeadr[flex],
            elements as usize * sides,
            edges,
        ),
        (
            "flex_shell",
            &m.flex_shell[..],
            m.flex_shelldataadr[flex],
            m.flex_shellnum[flex] as usize * dim,
            vertices,
        ),
    ] {
        let start = start.max(0) as usize;
        let own = &list[start..start + count];
        if let Some(i) = own.iter().position(|id| !(0..target).contains(id)) {
            let expected = format!("a number of its flex, below {target}");
            return Err(wrong(name, start + i, own[i], &expected));
        }
    }
    let start = m.flex_evpairadr[flex].max(0) as usize;
    let pairs = &m.flex_evpair[start..start + m.flex_evpairnum[flex] as usize];
    for (i, pair) in pairs.iter().enumerate() {
        let [element, vertex] = pair;
        if !(0..elements).contains(element) || !(0..vertices).contains(vertex) {
            let expected = "an element and a vertex of its flex";
            return Err(wrong(
                "flex_evpair",
                start + i,
                format!("{pair:?}"),
                expected,
            ));
        }
    }
    Ok(())
}

/// Every node is around an element or around two nodes after it.
fn check_tree(flex: usize, m: &Model) -> Result<(), Error> {
    let (first, count) = (m.flex_bvhadr[flex], m.flex_bvhnum[flex]);
    let room = m.nbvhstatic as i64..=m.nbvh as i64 - i64::from(count);
    if count < 1 || !room.contains(&i64::from(first)) {
        let expected = format!("room for {count} nodes, from {}", m.nbvhstatic);
        return Err(wrong("flex_bvhadr", flex, first, &expected));
    }
    for node in 0..count {
        let place = (first + node) as usize;
        let (children, element) = (m.bvh_child[place], m.bvh_nodeid[place]);
        let around_nodes = children
            .iter()
            .all(|child| (node + 1..count).contains(child));
        let leaf = children == [-1, -1] && (0..m.flex_elemnum[flex]).contains(&element);
        let inner = around_nodes && element == -1;
        if !leaf && !inner {
            let expected = "two nodes after it in the same tree, or an element and -1 -1";
            return Err(wrong("bvh_child", place, format!("{children:?}"), expected));
        }
    }
    Ok(())
}
